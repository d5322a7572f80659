import { Skeleton } from './skeleton.tsx'
import { Stat, StatWall } from './stat.tsx'

/** Large figures that load, where they will stand. */
export const StatSkeletons = ({ columns }: { columns: number }) => (
  <StatWall columns={columns}>
    {Array.from({ length: columns }, (_, column) => (
      <Stat
        // They are all alike, and stay where they are.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={column}
        size="lg"
        label={<Skeleton width={74} />}
        value={<Skeleton width={56} height={36} />}
        note={<br />}
      />
    ))}
  </StatWall>
)
