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
			status, said, err := askReady(c.Context(), conf.Metrics)
			if err != nil {
				return fmt.Errorf("health: %w", err)
			}
			if status != http.StatusOK {
				return fmt.Errorf("health: %s", strings.TrimSpace(said))
			}
			_, err = io.WriteString(p.out, said)
			return err
		},
	}
}

// beside is for what runs on this machine or beside it. No proxy leads there, whatever the
// environment says of the internet.
var beside = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// askReady asks /ready at an address, and returns the status and what it says.
func askReady(ctx context.Context, addr string) (int, string, error) {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/ready", nil)
	if err != nil {
		return 0, "", err
	}
	res, err := beside.Do(r)
	if err != nil {
		return 0, "", err
	}
	said, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	return res.StatusCode, string(said), errors.Join(err, res.Body.Close())
}
