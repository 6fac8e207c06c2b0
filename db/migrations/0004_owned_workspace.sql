-- Took the first membership, whatever its role; read-models.sql has owned_workspace_id instead. Its index goes with it.
alter table if exists read.users drop column if exists workspace_id;
