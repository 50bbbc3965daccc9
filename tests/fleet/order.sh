#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Answers come in the order of the input, whatever the number of workers, and shards add up to the whole.
# shellcheck source=tests/fleet/lib.sh
. "${BASH_SOURCE[0]%/*}/lib.sh"

customization "$plain_health" >c.yaml
objects 1 2000 >boats.yaml
run() { "$rjinterp" interpret -f c.yaml --each --operation InterpretReplica,InterpretHealth --observed-file "$@"; }

run boats.yaml -o jsonl --jobs 1 >one.jsonl 2>one.err
expect_equal '2000 objects, 2000 ok, 0 failed' "$(cat one.err)" 'the summary'
expect_equal 4000 "$(wc -l <one.jsonl)" 'number of results'
diff <(seq -f 'boat-%g' 1 2000) <(names_of one.jsonl InterpretHealth) || fail 'the order differs from the input'
expect_equal 666 "$(grep -c '"healthy":true' one.jsonl)" 'boats afloat'

for jobs in 2 3 8; do
    run boats.yaml -o jsonl --jobs "$jobs" >more.jsonl 2>/dev/null
    cmp one.jsonl more.jsonl || fail "--jobs $jobs gives another output"
done

# The default form is what a single run prints, behind headings that name the object.
cat >expected <<'END'
1
---
# Boat port-1/boat-1 (boats.yaml:1) InterpretReplica [2/2] requires:
null
---
# Boat port-1/boat-1 (boats.yaml:1) InterpretHealth [1/1] healthy:
END
run boats.yaml 2>/dev/null | sed -n '3,8p' >got
diff expected got || fail 'the default form'

# Shards, counted from 0 and from 1.
for i in 0 1 2; do
    run boats.yaml -o jsonl --shard "$i/3" 2>/dev/null >"shard.$i"
done
expect_equal "$(sort one.jsonl | md5sum)" "$(cat shard.? | sort | md5sum)" 'the shards together'
diff <(seq -f 'boat-%g' 2 3 2000) <(names_of shard.1 InterpretHealth) || fail 'shard 1/3 is not every third object'
run boats.yaml -o jsonl --shard 3/3 2>/dev/null | cmp - shard.0 || fail 'shard 3/3 is not shard 0/3'

# Lists, large and small, give the same shards as their items.
list_of_objects 1 2000 >list.yaml
list_of_objects 1 20 >short.yaml
for list in list.yaml short.yaml; do
    run "$list" -o jsonl 2>/dev/null | sort >whole
    for i in 0 1 2 3; do run "$list" -o jsonl --shard "$i/4" 2>/dev/null; done | sort | cmp - whole || fail "shards of $list"
done
diff <(sed 's/"line":[0-9]*//; s/boats.yaml//' one.jsonl) <(run list.yaml -o jsonl 2>/dev/null | sed 's/"line":[0-9]*//; s/list.yaml//') ||
    fail 'a list gives other answers than its items'
