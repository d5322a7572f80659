import type { FoundUser } from '@purple-sector/contracts/identity/http'
import type { Database, Transaction } from '@purple-sector/database'
import { queryWords } from './search-words.ts'

const MAX_FOUND = 20
/** Sorts after every word with the same beginning. */
const LAST = '\u{10FFFF}'
const prefixRange = (word: string): [string, string] => [word, word + LAST]

/**
 * Finds up to 20 users, other than the caller, whose names match every word of the query.
 * The user with exactly that username comes first, all other users in the order of the matching word. The index is read
 * in that order and only until the result is full, so a query with many matches costs no more than one with few.
 */
export const findUsers =
  ({ database }: { database: Database | Transaction }) =>
  async (callerId: string, query: string): Promise<FoundUser[]> => {
    const [longestWord, ...otherWords] = queryWords(query)
    if (longestWord === undefined) return []
    const matchesOtherWord =
      'and exists (select from user_words o where o.user_id = w.user_id and o.word >= ? and o.word < ?)'
    const { rows } = await database.raw<{ rows: FoundUser[] }>(
      `with found as (
         select id, '' collate "C" as word from users where lower(username) = ? and id <> ?
         union all
         (select w.user_id, w.word from user_words w
          where w.word >= ? and w.word < ? and w.user_id <> ?
            and not exists (select from user_words earlier
              where earlier.user_id = w.user_id and earlier.word >= ? and earlier.word < w.word)
            ${otherWords.map(() => matchesOtherWord).join(' ')}
          order by w.word, w.user_id limit ${MAX_FOUND})
       )
       select u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.team_name as "teamName",
         u.avatar_config as "avatarConfig"
       from (select id, min(word) as word from found group by id) f join users u using (id)
       order by f.word, u.id limit ${MAX_FOUND}`,
      [
        otherWords.length === 0 ? longestWord : null,
        callerId,
        ...prefixRange(longestWord),
        callerId,
        longestWord,
        ...otherWords.flatMap(prefixRange),
      ],
    )
    return rows
  }
