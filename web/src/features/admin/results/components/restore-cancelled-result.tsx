import { Button, Flex, Text } from '@mantine/core'
import type { Result } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lastResultBeforeCancellation } from '../api/last-result-before-cancellation.ts'
import { revisionsQuery } from '../api/revisions-query.ts'

/** Offers to restore the rows of the cancelled result for a new publication: a newly opened editor lacks them. */
export const RestoreCancelledResult = ({ race, onApply }: { race: Race; onApply(cancelled: Result): void }) => {
  const revisions = useInfiniteQuery(revisionsQuery(race)).data?.pages.flat()
  const cancelled = revisions && lastResultBeforeCancellation(race.id, revisions)
  if (!cancelled) return null
  return (
    <Flex className="ps-below" align="center" justify="space-between" gap={12} py={10} px={16}>
      <Text inherit c="dimmed">
        Revision {cancelled.revision} was withdrawn.
      </Text>
      <Button variant="outline" size="sm" onClick={() => onApply(cancelled)}>
        Put its rows back
      </Button>
    </Flex>
  )
}
