-- A bucket is written by nearly every request that it counts. Without an index on the time of the write, and with room
-- on its page, that is a write in place (a HOT update). Old buckets are deleted once an hour by a scan of the table.
drop index private.limit_buckets_updated_at_idx;
alter table private.limit_buckets set (fillfactor = 70);
