package localcord

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed web
var assets embed.FS

// An asset is a file of the web client, as it is and compressed.
type asset struct {
	kind          string // its media type
	tag           string // a digest, for the browser's cache
	plain, zipped []byte
}

// webClient has the assets by name. A phone far away loads them compressed in a quarter of
// the time.
var webClient = sync.OnceValues(func() (map[string]asset, error) {
	all := map[string]asset{}
	files, err := fs.Sub(assets, "web")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var zipped bytes.Buffer
		z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(b); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		all[name] = asset{mime.TypeByExtension(path.Ext(name)), fmt.Sprintf("%x", sha256.Sum256(b))[:16], b, zipped.Bytes()}
		return nil
	})
	return all, err
})

// serveAsset serves a file of the web client.
func serveAsset(w http.ResponseWriter, r *http.Request, name string) {
	all, err := webClient()
	a, ok := all[name]
	if err != nil || !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	content, tag := a.plain, a.tag
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		content, tag = a.zipped, a.tag+"-gzip"
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}
