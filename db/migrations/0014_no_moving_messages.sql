-- The sweep asks read.stuck_messages since 0012: nothing reads all that moves any more.
drop function read.moving_messages();
drop index read.messages_moving;
