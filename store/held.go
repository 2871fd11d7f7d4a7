package store

import "context"

var shardsTable = Declare(Table{
	Name: "shards", Key: []string{"shard"}, Stays: stays, Columns: []Column{{Name: "shard"}, {Name: "shards"}, {Name: "owner", Type: Text}, {Name: "epoch"}},
})

// Held is a shard of the gateway that this process has. Its epoch is raised with each
// owner. So what was begun under an earlier one can be told apart, also when the same
// process has the shard anew.
type Held struct {
	Shard int
	Epoch int64
}

// shardRow is a row of shards.
type shardRow struct {
	shard, shards int
	owner         string
	epoch         int64
}

func readShards(ctx context.Context, from queryer) (list []shardRow, err error) {
	rows, err := from.QueryContext(ctx, `SELECT shard, shards, owner, epoch FROM shards ORDER BY shard`)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	for rows.Next() {
		var r shardRow
		if err := rows.Scan(&r.shard, &r.shards, &r.owner, &r.epoch); err != nil {
			return nil, classify(err)
		}
		list = append(list, r)
	}
	return list, classify(rows.Err())
}

// releaseShards gives all shards back.
func (t tx) releaseShards() error {
	t.w.owned = nil
	_, err := t.exec(`UPDATE shards SET owner = '' WHERE owner = ?`, t.w.leaseID)
	return err
}

// checkShard returns ErrShardLost if this process does not have a shard under this
// epoch. What it read holds until the transaction ends: only this process changes its
// shards, as long as its row of processes is there and locked.
func (t tx) checkShard(held Held) error {
	if t.w.owned == nil {
		rows, err := readShards(context.Background(), t)
		if err != nil {
			return err
		}
		t.w.owned = map[int]int64{}
		for _, r := range rows {
			if r.owner == t.w.leaseID {
				t.w.owned[r.shard] = r.epoch
			}
		}
	}
	if epoch, ok := t.w.owned[held.Shard]; !ok || epoch != held.Epoch {
		return ErrShardLost
	}
	return nil
}
