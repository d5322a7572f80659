import { Flex, Skeleton } from '@mantine/core'
import { LoadingState } from '../../../../ui/layout/state.tsx'

/** Skeleton of a Setup list, in the layout of the loaded rows. */
export const ListLoading = ({ title }: { title: string }) => (
  <LoadingState title={title}>
    {[1, 2, 3, 4].map((row) => (
      <Flex key={row} align="center" justify="space-between" gap={16} mih={48}>
        <Skeleton width="34%" />
        <Skeleton width="18%" />
        <Skeleton width={96} height={28} />
      </Flex>
    ))}
  </LoadingState>
)
