package store

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// databaseFiles lists the files of a database: the database and its sidecars. The
// sidecars lie beside the target of a link.
func databaseFiles(path string) []string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	list := []string{path}
	for _, suffix := range sidecars {
		list = append(list, path+suffix)
	}
	return list
}

// protect lets only the owner read and write the files of a database. SQLite gives
// a new sidecar the permissions of the database. It ignores its errors: a file of
// another owner stays as it is, and [Exposed] tells.
func protect(path string) {
	for _, f := range databaseFiles(path) {
		if info, err := os.Stat(f); err == nil && info.Mode().Perm()&0o077 != 0 {
			_ = os.Chmod(f, 0o600)
		}
	}
}

// Exposure is a file or a folder of a database that other users of the machine can
// open.
type Exposure struct {
	Path string
	Dir  bool        // the folder, in which they can replace files
	Mode fs.FileMode // the permissions
	Mend string      // the command that takes them away
}

// Exposed lists what other users of the machine can open. A file of the database is
// exposed if they can read or write it. The folder is exposed if they can write it,
// because they could replace a file then. It changes nothing.
//
// On Windows the list is empty, because permissions do not tell it there.
func Exposed(path string) ([]Exposure, error) {
	if runtime.GOOS == "windows" {
		return nil, nil
	}
	var list []Exposure
	files := databaseFiles(path)
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			continue // it does not exist
		}
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			list = append(list, Exposure{Path: f, Mode: mode, Mend: fmt.Sprintf("chmod 600 %q", f)})
		}
	}
	dir := filepath.Dir(files[0])
	info, err := os.Stat(dir)
	if err != nil {
		return list, err
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		list = append(list, Exposure{Path: dir, Dir: true, Mode: mode, Mend: fmt.Sprintf("chmod go-w %q", dir)})
	}
	return list, nil
}
