package store

import (
	"testing"

	"oneiros/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }
