package transport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"strings"

	"oneiros/bot/discord"
)

// body is what a request carries. Its parts are sent one after another at each try,
// and are not copied together.
type body struct {
	mime  string
	parts [][]byte
}

const mimeJSON = "application/json"

func (b *body) size() int64 {
	n := 0
	for _, p := range b.parts {
		n += len(p)
	}
	return int64(n)
}

func (b *body) open() io.ReadCloser {
	if len(b.parts) == 1 {
		return io.NopCloser(bytes.NewReader(b.parts[0]))
	}
	readers := make([]io.Reader, len(b.parts))
	for i, p := range b.parts {
		readers[i] = bytes.NewReader(p)
	}
	return io.NopCloser(io.MultiReader(readers...))
}

// encode makes the body of a request. It is the payload as JSON. When there are
// files, it is a multipart body with the payload and the files.
func encode(payload any, files []discord.File) (body, error) {
	j, err := json.Marshal(payload)
	if err != nil {
		return body{}, err
	}
	if len(files) == 0 {
		return body{mimeJSON, [][]byte{j}}, nil
	}
	var head bytes.Buffer
	w := multipart.NewWriter(&head)
	b := body{mime: w.FormDataContentType()}
	part := func(disposition, mime string, data []byte) {
		// Nothing here can fail: a bytes.Buffer takes every write.
		if _, err := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {disposition},
			"Content-Type":        {mime},
		}); err == nil {
			b.parts = append(b.parts, bytes.Clone(head.Bytes()), data)
			head.Reset()
		}
	}
	part(`form-data; name="payload_json"`, mimeJSON, j)
	for i, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename=%s`, i, quotedName(f.Name)), mimeOf(f.Name), f.Data)
	}
	if err := w.Close(); err == nil {
		b.parts = append(b.parts, head.Bytes())
	}
	return b, nil
}

// quotedName keeps a file's name from ending its header.
func quotedName(s string) string {
	return `"` + strings.NewReplacer("\\", "\\\\", `"`, "%22", "\r", "%0D", "\n", "%0A").Replace(s) + `"`
}

func mimeOf(name string) string {
	switch {
	case strings.HasSuffix(name, ".png"):
		return "image/png"
	case strings.HasSuffix(name, ".txt"):
		return "text/plain; charset=utf-8"
	case strings.HasSuffix(name, ".html"):
		return "text/html; charset=utf-8"
	case strings.HasSuffix(name, ".json"):
		return mimeJSON
	}
	return "application/octet-stream"
}
