import { Box, Text } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { useState } from 'react'
import { plural } from '../../../ui/time/format.ts'
import type { PublicPicks } from '../../tipping/api/picks-query.ts'

const MAX_VISIBLE = 6
const WHOLE_ROW = { gridColumn: '1 / -1' }

/** Members who picked a car: the first few, all on request. */
export const CarPickers = ({
  members,
  carId,
  userId,
}: {
  members: NonNullable<PublicPicks['members']>
  carId: number
  userId: string | undefined
}) => {
  const [isExpanded, setIsExpanded] = useState(false)
  const pickers = members.filter((member) => member.carId === carId)
  // The user's own row comes first, so that it is always visible.
  const sorted = [...pickers].sort((a, b) => Number(b.userId === userId) - Number(a.userId === userId))
  const visible = isExpanded ? sorted : sorted.slice(0, MAX_VISIBLE)
  const names = visible.map((member) =>
    member.userId === userId ? 'You' : bidiIsolate(member.username ?? 'Anonymous'),
  )
  const hiddenCount = sorted.length - visible.length
  return (
    <Text size="xs" c="var(--ps-ink-3)" className="ps-wrap" style={WHOLE_ROW}>
      {names.join(', ')}
      {hiddenCount > 0 && (
        <>
          {' '}
          <Box
            component="button"
            type="button"
            c="dimmed"
            td="underline"
            mih={{ base: 44, sm: 0 }}
            px={{ base: 8, sm: 0 }}
            onClick={() => setIsExpanded(true)}
          >
            and {plural(hiddenCount, 'more', 'more')}
          </Box>
        </>
      )}
    </Text>
  )
}
