package store

import (
	"context"
	"testing"

	"oneiros/store/storetest"
)

func TestMain(m *testing.M) {
	storetest.Prepare(func(ctx context.Context, place string) error {
		_, _, err := Migrate(ctx, place)
		return err
	})
	storetest.Main(m)
}
