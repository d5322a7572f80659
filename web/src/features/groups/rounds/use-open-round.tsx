import { NativeSelect } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { roundName } from '../../weekend-data/api/weekend-labels.ts'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { openRounds } from '../api/group-rounds.ts'

/**
 * Returns the weekend that a dialog of a group is about, and the choice among the group's weekends that are not completed;
 * null where there is none to choose. It begins with `first`, or with the group's current weekend, null while it waits.
 */
export const useOpenRound = (group: Group, first?: number): { weekendId: number | null; choice: ReactNode } => {
  const [chosen, choose] = useState(first)
  const rounds = openRounds(group, useQuery(weekendsQuery).data ?? [])
  const weekendId = rounds.find(({ id }) => id === chosen)?.id ?? group.weekendId
  const choice = rounds.length > 1 && weekendId !== null && (
    <NativeSelect
      aria-label="Weekend"
      size="sm"
      miw={0}
      value={String(weekendId)}
      onChange={({ currentTarget: { value } }) => choose(Number(value))}
      data={rounds.map((round) => ({ value: String(round.id), label: roundName(round) }))}
    />
  )
  return { weekendId, choice: choice || null }
}
