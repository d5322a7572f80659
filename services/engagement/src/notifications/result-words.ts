/*
 * The words of a result's notifications, as SQL over `placed` and `said`: where somebody stands (`position`, `total`) and
 * stood (`position_before`, `total_before`, null where that is not known), in which `board`, after which `race`, and of a
 * later revision what `became` of the result and `because` of what. A hundred thousand of them never pass through Node.
 */

const ordinal = (number: string): string => `${number} || case
  when ${number} % 100 between 11 and 13 then 'th' when ${number} % 10 = 1 then 'st' when ${number} % 10 = 2 then 'nd'
  when ${number} % 10 = 3 then 'rd' else 'th' end`

const points = (number: string): string => `${number} || case when ${number} = 1 then ' point' else ' points' end`

const PLACE = `case
  when position is null then ''
  when position_before is null then ' You are ' || ${ordinal('position')} || ' in ' || board || '.'
  when position = position_before then ' You stay ' || ${ordinal('position')} || ' in ' || board || '.'
  else ' You ' || case when position < position_before then 'move up' else 'drop' end || ' from '
    || ${ordinal('position_before')} || ' to ' || ${ordinal('position')} || ' in ' || board || '.' end`

const EARNED = `case
  when total_before is null then 'You have ' || ${points('total')} || ' after ' || race || '.'
  when total > total_before then race || ' brings you ' || ${points('(total - total_before)')}
    || ': you have ' || total || ' now.'
  when total = 0 then race || ' brings you no points.'
  else race || ' brings you no points: you still have ' || total || '.' end`

const CHANGED = `case
  when total_before is null then 'The result of ' || race || became || ': you have ' || ${points('total')} || ' now.'
  when total <> total_before then 'Your points changed because the result of ' || race || became || ': '
    || total_before || ' before, ' || total || ' now.'
  else 'Your place changed because the result of ' || race || became || ': you still have ' || ${points('total')} || '.' end`

export type ResultWords = { title: string; message: string }

export const FIRST_RESULT: ResultWords = {
  title: `case when position is null then 'Your points after ' || race
    else 'You are ' || ${ordinal('position')} || ' after ' || race end`,
  message: `${EARNED} || ${PLACE}`,
}

export const LATER_RESULT: ResultWords = {
  title: `case when total = total_before then 'Your place changed: ' else 'Your points changed: ' end || race`,
  message: `${CHANGED} || because || ${PLACE}`,
}
