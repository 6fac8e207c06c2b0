-- What became of the mails of the last day, for the health card, however many requests there ever were.
create index accesses_recorded on read.accesses (recorded_at);
