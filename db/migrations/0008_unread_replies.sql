-- unread (read-models.sql) says it all. Before the first start there is no table yet.
alter table if exists read.conversations drop column if exists unread_reply;
