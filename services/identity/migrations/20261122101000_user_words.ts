import type { Database } from '@purple-sector/database'

type Names = { id: string; names: string[] }

const PAGE = 1_000

/** As the service made them when this was written; it writes them itself from then on. */
const wordsOf = (names: string[]): string[] => {
  const words = names.flatMap((name) =>
    name
      .toWellFormed()
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/\p{Cc}/gu, ' ')
      .toLowerCase()
      .split(/\s+/u)
      .filter(Boolean),
  )
  const parts = words.flatMap((word) => [
    word,
    ...[...word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => word.slice(index)),
  ])
  return [...new Set(parts)].slice(0, 24)
}

/** What people are found by. The words are compared by code point, so their index serves every beginning of one. */
export const up = async (database: Database): Promise<void> => {
  await database.raw(`
    create table user_words (
      user_id text not null references users on delete cascade,
      word text collate "C" not null,
      primary key (user_id, word)
    );
    create index user_words_word on user_words (word, user_id)`)
  for (let after = '', rows: Names[] = []; ; after = rows.at(-1)?.id ?? after) {
    const page = await database.raw<{ rows: Names[] }>(
      `select id, array_remove(array[username, first_name, last_name, team_name], null) as names
       from users where id > ? order by id limit ?`,
      [after, PAGE],
    )
    rows = page.rows
    if (rows.length === 0) return
    const words = rows.flatMap(({ id, names }) => wordsOf(names).map((word) => ({ user_id: id, word })))
    if (words.length > 0)
      await database.raw(
        'insert into user_words (user_id, word) select * from jsonb_to_recordset(?::jsonb) as w (user_id text, word text)',
        [JSON.stringify(words)],
      )
  }
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
