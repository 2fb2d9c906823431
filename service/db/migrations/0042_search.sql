-- apart
-- The words of a name, alike however it is written: without accents, vowel points, nuktas and joiners, in small letters. Every character is
-- named, so that the answer depends on no locale of the machine. Vowel signs stay: without them Indian names are all alike.
CREATE OR REPLACE FUNCTION search_words(written text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT string_to_array(btrim(regexp_replace(translate(lower(regexp_replace(
      normalize(written, NFKD) COLLATE "C",
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff''\u2018\u2019\u02bb\u02bc]',
      '', 'g')),
      'øðđħıłæœßþØÐĐĦŁÆŒÞАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςىیېکگةہھ',
      'oddhilaostoddhlaotабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґαβγδεζηθικλμνξοπρστυφχψωσيييكگههه'),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u06d4\u0964-\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\u30fb]+', ' ', 'g')), ' ');
END;
--> statement-breakpoint
-- What the index has of a name: its words and, after a `~`, each of them without one of its letters. Two words that differ by one letter
-- share one of these. The cost keeps the planner from making them anew for each row of the table.
CREATE OR REPLACE FUNCTION search_keys(words text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
DECLARE
  keys text[] := words;
  word text;
BEGIN
  FOREACH word IN ARRAY words LOOP
    CONTINUE WHEN length(word) NOT BETWEEN 4 AND 30 OR word ~ '[0-9]';
    FOR place IN 1..length(word) LOOP
      keys := keys || ('~' || overlay(word PLACING '' FROM place FOR 1));
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(keys);
END $$;
--> statement-breakpoint
-- Names that have every word or begin one with it; words of one or two letters alone are whole words. With `is_near` a word may differ by
-- one letter, or by two in different places, which the service sorts out.
CREATE OR REPLACE FUNCTION search_query(words text[], is_near boolean) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  has_long boolean := (SELECT max(length(each)) > 2 FROM unnest(words) AS each);
  word text;
  shorter text;
  choices text;
  wanted text;
BEGIN
  FOREACH word IN ARRAY words LOOP
    choices := quote_literal(word) || CASE WHEN has_long THEN ':*' ELSE '' END;
    IF is_near THEN
      choices := choices || ' | ' || quote_literal('~' || word);
    END IF;
    IF is_near AND length(word) BETWEEN 4 AND 30 AND word !~ '[0-9]' THEN
      FOR place IN 1..length(word) LOOP
        shorter := overlay(word PLACING '' FROM place FOR 1);
        choices := choices || ' | ' || quote_literal(shorter) || ' | ' || quote_literal('~' || shorter);
      END LOOP;
    END IF;
    wanted := concat_ws(' & ', wanted, '(' || choices || ')');
  END LOOP;
  RETURN wanted::tsquery;
END $$;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "borrowers_search" ON "borrowers" USING gin (search_keys(search_words("name")));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "borrowers_phone_reversed" ON "borrowers" USING btree ((reverse("mobile_phone") collate "C"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_events_amount" ON "provider_events" USING btree ("currency","amount_minor","received_at");--> statement-breakpoint
DROP INDEX IF EXISTS "borrowers_phone_end";--> statement-breakpoint
DROP INDEX IF EXISTS "borrowers_name";
