package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// health asks the bot on this machine whether it is connected. A container can ask
// with nothing else, because the image has no other program.
func (p *program) health() *cobra.Command {
	return &cobra.Command{
		Use:   "health",
		Short: "Ask the bot that runs on this machine whether it is connected to Discord",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			if conf.Metrics == "" {
				return bad("metrics.addr is empty, so the bot cannot be asked")
			}
			ctx, cancel := context.WithTimeout(c.Context(), 4*time.Second)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+conf.Metrics+"/ready", nil)
			if err != nil {
				return fmt.Errorf("health: %w", err)
			}
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				return fmt.Errorf("health: %w", err)
			}
			said, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
			if err := errors.Join(err, res.Body.Close()); err != nil {
				return fmt.Errorf("health: %w", err)
			}
			if res.StatusCode != http.StatusOK {
				return fmt.Errorf("health: %s", strings.TrimSpace(string(said)))
			}
			_, err = p.out.Write(said)
			return err
		},
	}
}
