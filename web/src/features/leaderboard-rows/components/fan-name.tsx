import { Badge, UnstyledButton } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { join } from '../../../ui/base/join.ts'
import { useCompare } from './compare-context.ts'
import { entryName } from './entry-name.ts'

type Named = Pick<Entry, 'userId' | 'username' | 'firstName' | 'lastName' | 'totalPoints'>

type Props = { entry: Named; isMe: boolean; isPending?: boolean }

/**
 * A fan's name in a row, with a badge on one's own and on those whose points are pending. Where fans can be compared, the name
 * of another one opens that.
 */
export const FanName = ({ entry, isMe, isPending = entry.totalPoints === null }: Props) => {
  const compare = useCompare()
  const name = entryName(entry)
  const className = join('ps-clip', entry.totalPoints === null && 'ps-faint')
  return (
    <>
      {compare && !isMe ? (
        <UnstyledButton
          className={className}
          dir="auto"
          title={`Compare yourself with ${name}`}
          onClick={() => compare({ userId: entry.userId, name })}
        >
          {name}
        </UnstyledButton>
      ) : (
        <span className={className} dir="auto">
          {name}
        </span>
      )}
      {isMe && (
        <Badge size="xs" variant="ink">
          YOU
        </Badge>
      )}
      {isPending && <Badge variant="yellow">Pending</Badge>}
    </>
  )
}
