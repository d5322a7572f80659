import { Flex } from '@mantine/core'
import type { Result } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { revisionsQuery } from './revisions-query.ts'
import { withdrawnResult } from './withdrawn-result.ts'

/** Offers to restore the rows of the withdrawn result for a new publication: a newly opened editor lacks them. */
export const RestoreWithdrawn = ({ race, onApply }: { race: Race; onApply(withdrawn: Result): void }) => {
  const revisions = useInfiniteQuery(revisionsQuery(race)).data?.pages.flat()
  const withdrawn = revisions && withdrawnResult(race.id, revisions)
  if (!withdrawn) return null
  return (
    <Flex className="ps-below" align="center" justify="space-between" gap={12} py={10} px={16}>
      <p className="ps-muted">Revision {withdrawn.revision} was withdrawn.</p>
      <Button variant="outline" size="sm" onClick={() => onApply(withdrawn)}>
        Put its rows back
      </Button>
    </Flex>
  )
}
