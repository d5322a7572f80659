import { Skeleton } from '@mantine/core'
import { Stat, StatGrid } from './stat.tsx'

/** Placeholders of large figures that load. */
export const StatSkeletons = ({ columns }: { columns: number }) => (
  <StatGrid columns={columns}>
    {Array.from({ length: columns }, (_, column) => (
      <Stat
        // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are equal and never reordered
        key={column}
        size="lg"
        label={<Skeleton width={74} />}
        value={<Skeleton width={56} height={36} />}
        note={<br />}
      />
    ))}
  </StatGrid>
)
