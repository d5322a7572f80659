import type { Message } from '@purple-sector/contracts/chat/http'
import { REACTIONS, type Reaction, type ReactionSubject } from '@purple-sector/contracts/engagement/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Caller } from './caller.ts'

type Users = { me: Caller; others: ReadonlyMap<string, Caller> }

/** Adds reactions to every result and to the last messages: few to all of it, many to some. */
export const reactToWeekend = async (weekendId: number, { me, others }: Users): Promise<void> => {
  const races = await me<Race[]>('GET', `/api/weekends/${weekendId}/races`)
  const messages = await me<Message[]>('GET', `/api/weekends/${weekendId}/chat`)
  const subjects: ReactionSubject[] = [
    ...races
      .filter(({ resultStatus }) => resultStatus !== null && resultStatus !== 'cancelled')
      .map(({ id }) => ({ type: 'result', id }) as const),
    ...messages.slice(-3).map(({ id }) => ({ type: 'message', id }) as const),
  ]
  const react = (caller: Caller, subject: ReactionSubject, reaction: Reaction) =>
    caller('POST', '/api/fan-engagement/actions', { weekendId, kind: 'reaction', reaction, subject })
  // Reactions are rate-limited.
  for (const [place, caller] of [me, ...others.values()].slice(0, 9).entries())
    for (const [index, subject] of subjects.slice(-12).entries()) {
      const reaction = REACTIONS[(place * index) % (subject.type === 'message' ? 2 : REACTIONS.length)]
      if (reaction && (place + index) % 4 !== 3) await react(caller, subject, reaction)
    }
}
