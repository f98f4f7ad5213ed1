-- Names are compared with one kind of apostrophe; phones type a curly one. Names that would then be the same keep their keys.
update reader
set name_key = replace(replace(replace(name_key, '‘', ''''), '’', ''''), 'ʼ', '''')
where (name_key like '%‘%' or name_key like '%’%' or name_key like '%ʼ%')
    and not exists (
        select 1 from reader other
        where other.id <> reader.id
            and replace(replace(replace(other.name_key, '‘', ''''), '’', ''''), 'ʼ', '''')
            = replace(replace(replace(reader.name_key, '‘', ''''), '’', ''''), 'ʼ', '''')
    );
