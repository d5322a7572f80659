import type { FoundUser } from '@purple-sector/contracts/identity/http'
import type { Database, Transaction } from '@purple-sector/database'
import { askedWords } from './search-words.ts'

const MAX_FOUND = 20
/** Sorts behind every word that begins so. */
const LAST = '\u{10FFFF}'
const from = (word: string): [string, string] => [word, word + LAST]

/**
 * Up to 20 people, each with a word of theirs that begins like every word asked for; whoever has that very username
 * comes first, the others in the order of their word. The index is read in that order and only as far as it fills the
 * answer, so a question that fits many costs no more than one that fits few. Whoever asks is not among them.
 */
export const findUsers =
  ({ database }: { database: Database | Transaction }) =>
  async (asking: string, question: string): Promise<FoundUser[]> => {
    const [first, ...others] = askedWords(question)
    if (first === undefined) return []
    const fitsToo = 'and exists (select from user_words o where o.user_id = w.user_id and o.word >= ? and o.word < ?)'
    const { rows } = await database.raw<{ rows: FoundUser[] }>(
      `with found as (
         select id, '' collate "C" as word from users where lower(username) = ? and id <> ?
         union all
         (select w.user_id, w.word from user_words w
          where w.word >= ? and w.word < ? and w.user_id <> ?
            and not exists (select from user_words earlier
              where earlier.user_id = w.user_id and earlier.word >= ? and earlier.word < w.word)
            ${others.map(() => fitsToo).join(' ')}
          order by w.word, w.user_id limit ${MAX_FOUND})
       )
       select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.team_name as "teamName",
         u.avatar_config as "avatarConfig"
       from (select id, min(word) as word from found group by id) f join users u using (id)
       order by f.word, u.id limit ${MAX_FOUND}`,
      [others.length === 0 ? first : null, asking, ...from(first), asking, first, ...others.flatMap(from)],
    )
    return rows
  }
