import { Badge } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { entryName } from './entry-name.ts'

type Named = Pick<Entry, 'username' | 'firstName' | 'lastName' | 'totalPoints'>

type Props = { entry: Named; isMe: boolean; isPending?: boolean }

/** A fan's name in a row, with a badge on one's own and on those whose points are pending. */
export const FanName = ({ entry, isMe, isPending = entry.totalPoints === null }: Props) => (
  <>
    <span className={join('ps-clip', entry.totalPoints === null && 'ps-faint')} dir="auto">
      {entryName(entry)}
    </span>
    {isMe && (
      <Badge size="xs" variant="ink">
        YOU
      </Badge>
    )}
    {isPending && <Badge variant="yellow">Pending</Badge>}
  </>
)
