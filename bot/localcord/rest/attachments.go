package rest

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/localcord/wire"
)

// ServeAttachment serves a file to every person who knows its address.
func (s *API) ServeAttachment(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/attachments/"), "/")
	if len(parts) != 3 {
		http.NotFound(w, r)
		return
	}
	id := wire.ID(parts[1])
	if _, err := strconv.ParseUint(parts[1], 10, 64); err != nil {
		http.NotFound(w, r)
		return
	}
	s.w.Lock()
	found, data := s.w.Files.Open(id, r.URL.RequestURI())
	s.w.Unlock()
	if found == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", found.ContentType)
	if found.ContentType == "" || !strings.HasPrefix(found.ContentType, "image/") || strings.Contains(found.ContentType, "svg") {
		w.Header().Set("Content-Type", "application/octet-stream")
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
