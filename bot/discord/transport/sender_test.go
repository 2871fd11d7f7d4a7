package transport

import "testing"

func TestConfig(t *testing.T) {
	t.Parallel()
	for _, c := range []Config{
		{}, {Token: "two words"}, {Token: "x\ny"},
		{Token: "x", Base: "discord.com"}, {Token: "x", Base: "ftp://discord.com"}, {Token: "x", Base: "http://me:pass@discord.com"},
		{Token: "x", Base: "http://discord.com?x=1"}, {Token: "x", Base: "http://"},
	} {
		if _, err := NewSender(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	c, err := NewSender(Config{Token: " Bot abc.def\n"})
	if err != nil || c.auth[0] != "Bot abc.def" {
		t.Errorf("%v, %v", c, err)
	}
}

// TestShare: however shards are divided, all processes together send at most fifty
// requests in a second, and each can send something. One process leaves room for those that
// are brought together on their way.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, of := range []int{1, 2, 3, 16, 40} {
		for processes := 1; processes <= of; processes++ {
			sum, most := 0.0, 0.0
			for i := range processes {
				shards := of / processes
				if i < of%processes {
					shards++
				}
				each, burst := share(shards, of)
				if each < 0.25 || burst < 1 {
					t.Errorf("%d of %d shards: %v a second, %d at once", shards, of, each, burst)
				}
				sum += float64(each) + float64(burst)
				most = max(most, float64(each))
			}
			if sum > perSecond+1e-9 || processes == 1 && most != 40 {
				t.Errorf("%d processes with %d shards send %v in a second, one of them %v", processes, of, sum, most)
			}
		}
	}
	c, err := NewSender(Config{Token: canary, Follows: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		shards, of int
		limit      float64
		burst      int
	}{{20, 40, 21, 2}, {0, 40, 0.25, 1}, {40, 40, 40, 5}, {0, 0, 40, 5}} {
		c.SetShare(p.shards, p.of)
		if left := c.limiter.Tokens(); left >= 1 {
			t.Errorf("it begins with %v requests at once, although the process before it may have sent some", left)
		}
		if limit, burst := float64(c.limiter.Limit()), c.limiter.Burst(); limit != p.limit || burst != p.burst {
			t.Errorf("with %d of %d shards: %v a second, %d at once", p.shards, p.of, limit, burst)
		}
	}
}
