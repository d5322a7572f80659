import { Skeleton } from './skeleton.tsx'
import { Stat, StatWall } from './stat.tsx'

/** Placeholders of large figures that load. */
export const StatSkeletons = ({ columns }: { columns: number }) => (
  <StatWall columns={columns}>
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
  </StatWall>
)
