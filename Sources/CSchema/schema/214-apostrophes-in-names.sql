-- Names are compared with one kind of apostrophe; phones type a curly one. A name that somebody else has by then keeps its key.
update or ignore reader
set name_key = replace(replace(replace(name_key, char(8216), ''''), char(8217), ''''), char(700), '''')
where name_key like '%' || char(8216) || '%' or name_key like '%' || char(8217) || '%' or name_key like '%' || char(700) || '%';
