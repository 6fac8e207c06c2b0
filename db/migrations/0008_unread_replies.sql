-- What the inbox counts is unread_reply (read-models.sql). Before the first start there is no table yet.
alter table if exists read.conversations drop column if exists unread;
