-- An older process goes on beside this schema (docs/decisions/0135). 0100 gave a column another name and took a default
-- away: what ran when the schema changed could list and register no device. Both come back; the program calls the column
-- `identity` (Expo's token, else a hash of the address). Its name may go once no process of before is left.

alter table push_devices rename column identity to expo_push_token;
alter table push_devices alter column kind set default 'expo';
