import type { StateDefinition } from '@purple-sector/contracts/event'
import { type Database, prepared, type Transaction, wakeAfterCommit } from '@purple-sector/database'

/**
 * Returns the sequence of the last event of each of these subjects (0 if there is none).
 *
 * Read it in the same snapshot as the state, so that the requester of the state knows which events are older.
 */
export const sequencesOf = async (
  sql: Database | Transaction,
  subjects: readonly string[],
): Promise<(subject: string) => number> => {
  const { rows } = await sql.raw<{ rows: { subject: string; sequence: number | string }[] }>(
    'select subject, sequence from outbox_subjects where subject = any(?::text[])',
    [[...subjects]],
  )
  const sequences = new Map(rows.map(({ subject, sequence }) => [subject, Number(sequence)]))
  return (subject) => sequences.get(subject) ?? 0
}

export type Sequenced<Data> = { sequence: number; data: Data }

/** Pairs each of these states with the sequence of its subject's last event. */
export const sequenced = async <Data>(
  sql: Database | Transaction,
  definition: StateDefinition<Data>,
  states: readonly Data[],
): Promise<Sequenced<Data>[]> => {
  const sequenceOf = await sequencesOf(sql, states.map(definition.subject))
  return states.map((data) => ({ sequence: sequenceOf(definition.subject(data)), data }))
}

/** Returns the sequence of the last state of each subject that the consumer handled; -1 if there is none. */
export const knownSequences = async (
  sql: Database | Transaction,
  consumer: string,
  type: string,
  subjects: readonly string[],
): Promise<(subject: string) => number> => {
  const { rows } = await sql.raw<{ rows: { subject: string; sequence: number | string }[] }>(
    'select subject, sequence from projections where consumer = ? and type = ? and subject = any(?::text[])',
    [consumer, type, [...subjects]],
  )
  const sequences = new Map(rows.map(({ subject, sequence }) => [subject, Number(sequence)]))
  return (subject) => sequences.get(subject) ?? -1
}

/** Returns the states that are newer than the consumer's. Takes no lock; `recordPushedState` decides. */
export const newerStates = async <Data, State extends Sequenced<Data>>(
  sql: Database | Transaction,
  consumer: string,
  definition: StateDefinition<Data>,
  states: readonly State[],
): Promise<State[]> => {
  const subjects = states.map(({ data }) => definition.subject(data))
  const knownSequenceOf = await knownSequences(sql, consumer, definition.type, subjects)
  return states.filter(({ sequence, data }) => sequence > knownSequenceOf(definition.subject(data)))
}

/**
 * Records a state that was pushed by a call, before its event arrives.
 *
 * Returns true if it is newer than the consumer's state of the subject; events up to its sequence are then skipped.
 * Apply the state in the same transaction.
 */
export const recordPushedState = async <Data>(
  sql: Transaction,
  consumer: string,
  definition: StateDefinition<Data>,
  state: Sequenced<Data>,
): Promise<boolean> => {
  const { rows } = await prepared(
    sql,
    'record-pushed-state',
    `insert into projections as p (consumer, type, subject, sequence) values (:consumer, :type, :subject, :sequence)
     on conflict (consumer, type, subject) do update set sequence = excluded.sequence
     where p.sequence < excluded.sequence returning 1`,
    { consumer, type: definition.type, subject: definition.subject(state.data), sequence: state.sequence },
  )
  wakeAfterCommit(sql, 'tasks')
  return rows.length > 0
}

/**
 * Records several states of one type in one round trip (`recordPushedState`) and returns the newer ones.
 *
 * Subjects are locked in a fixed order, so that concurrent calls cannot deadlock.
 */
export const recordPushedStates = async <Data, State extends Sequenced<Data>>(
  sql: Transaction,
  consumer: string,
  definition: StateDefinition<Data>,
  states: readonly State[],
): Promise<State[]> => {
  const { rows } = await prepared<{ subject: string; sequence: number | string }>(
    sql,
    'record-pushed-states',
    `insert into projections as p (consumer, type, subject, sequence)
     select distinct on (subject) :consumer, :type, subject, sequence
     from unnest(:subjects::text[], :sequences::bigint[]) as state (subject, sequence)
     order by subject, sequence desc
     on conflict (consumer, type, subject) do update set sequence = excluded.sequence
     where p.sequence < excluded.sequence returning subject, sequence`,
    {
      consumer,
      type: definition.type,
      subjects: states.map(({ data }) => definition.subject(data)),
      sequences: states.map(({ sequence }) => sequence),
    },
  )
  wakeAfterCommit(sql, 'tasks')
  const recorded = new Map(rows.map(({ subject, sequence }) => [subject, Number(sequence)]))
  return states.filter(({ sequence, data }) => recorded.get(definition.subject(data)) === sequence)
}
