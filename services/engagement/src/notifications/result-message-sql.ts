/*
 * Texts of result notifications as SQL over `placed` and `texts`, so that 100,000 of them never pass through Node.
 *
 * Columns: `position`, `total`, and before the result `position_before`, `total_before` (null if unknown); the `board`, the
 * `race`, and for a later revision the sentences `changed` and `because`.
 */

const ordinal = (number: string): string => `${number} || case
  when ${number} % 100 between 11 and 13 then 'th' when ${number} % 10 = 1 then 'st' when ${number} % 10 = 2 then 'nd'
  when ${number} % 10 = 3 then 'rd' else 'th' end`

const points = (number: string): string => `${number} || case when ${number} = 1 then ' point' else ' points' end`

const CHANGE = `case when position < position_before then 'climb' else 'slip' end || ' from '
    || ${ordinal('position_before')} || ' to '`

/** SQL: ends the sentence "You’re on 18", with the position if known: " and still 1st in Pit Wall." */
const AND_PLACE = `case
  when position is null then '.'
  when position_before is null then ' and ' || ${ordinal('position')} || ' in ' || board || '.'
  when position = position_before then ' and still ' || ${ordinal('position')} || ' in ' || board || '.'
  else ' and ' || ${CHANGE} || ${ordinal('position')} || ' in ' || board || '.' end`

/** SQL: a separate sentence about the position. */
const PLACE = `case
  when position is null then ''
  when position_before is null then ' You’re ' || ${ordinal('position')} || ' in ' || board || '.'
  when position = position_before then ' You’re still ' || ${ordinal('position')} || ' in ' || board || '.'
  else ' You ' || ${CHANGE} || ${ordinal('position')} || ' in ' || board || '.' end`

const EARNED = `case
  when total_before is null then 'After ' || race || ' you’re on ' || total
  when total > total_before then '+' || (total - total_before) || ' from ' || race || '. You’re on ' || total
  else 'No points from ' || race || '. You’re on ' || total end`

const CHANGED = `case
  when total_before is null then changed || ': you now have ' || ${points('total')} || '.'
  when total <> total_before then changed || ': you now have ' || ${points('total')} || ' (was ' || total_before || ').'
  else changed || ': you still have ' || ${points('total')} || '.' end`

export type ResultMessageSql = { title: string; message: string }

export const FIRST_RESULT: ResultMessageSql = {
  title: `case when position is null then 'Your points after ' || race
    else 'You’re ' || ${ordinal('position')} || ' after ' || race end`,
  message: `${EARNED} || ${AND_PLACE}`,
}

export const LATER_RESULT: ResultMessageSql = {
  title: `case when total = total_before then 'Your position changed: ' else 'Your points changed: ' end || race`,
  message: `${CHANGED} || because || ${PLACE}`,
}
