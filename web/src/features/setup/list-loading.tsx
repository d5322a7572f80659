import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadingState } from '../../ui/state.tsx'
import classes from './list-loading.module.css'

/** A list of Setup while it is fetched: rows as they will stand. */
export const ListLoading = ({ title }: { title: string }) => (
  <LoadingState title={title}>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className={classes.row}>
        <Skeleton width="34%" />
        <Skeleton width="18%" />
        <Skeleton width={96} height={28} />
      </div>
    ))}
  </LoadingState>
)
