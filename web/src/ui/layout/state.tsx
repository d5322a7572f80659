import { Box, Flex, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useContext } from 'react'
import { DelayedContext } from '../base/delayed-context.ts'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import { AsyncButton } from '../controls/async-button.tsx'
import { formatDuration } from '../time/format.ts'
import classes from './state.module.css'

type Order = 2 | 3

const Frame = ({
  segments,
  title,
  order = 2,
  children,
  ...rest
}: {
  segments: ReactNode
  title: ReactNode
  order?: Order | undefined
  children?: ReactNode
  role?: string
  'aria-busy'?: boolean
  className?: string | undefined
}) => (
  <div {...rest} className={join(classes.state, rest.className)}>
    {segments}
    <Title order={order} size="h4" mt={8} fz={16} fw={660} lh="20px">
      {title}
    </Title>
    {children}
  </div>
)

const Sentence = ({ children }: { children: ReactNode }) => (
  <Text className="ps-wrap" c="dimmed" maw={560} fz={13.5} lh="19px">
    {children}
  </Text>
)

const Three = ({ red = 0, running }: { red?: number; running?: boolean }) => (
  <Flex
    component="span"
    gap={4}
    w={76}
    className={join(classes.segments, running && classes.running)}
    aria-hidden="true"
  >
    {[0, 1, 2].map((index) => (
      <i
        key={index}
        style={
          running ? { animationDelay: `${index * 0.6}s` } : { background: index < red ? 'var(--ps-red)' : undefined }
        }
      />
    ))}
  </Flex>
)

export type EmptyStateProps = {
  title: ReactNode
  /** One sentence: the state, or what to do. */
  text?: ReactNode
  /** One action. */
  action?: ReactNode
  order?: Order
  className?: string | undefined
}

/** Empty state: three grey segments, a title, a sentence, one action. */
export const EmptyState = ({ title, text, action, order, className }: EmptyStateProps) => (
  <Frame segments={<Three />} title={title} order={order} className={className}>
    {text !== undefined && <Sentence>{text}</Sentence>}
    {action !== undefined && (
      <Box mt="auto" pt={8}>
        {action}
      </Box>
    )}
  </Frame>
)

export type LoadingStateProps = {
  title: ReactNode
  /** Skeletons in the final layout. */
  children?: ReactNode
  order?: Order
  className?: string | undefined
}

/** Names what is loading, over skeletons, or for how long it is delayed. Never a spinner alone. */
export const LoadingState = ({ title, children, order, className }: LoadingStateProps) => {
  const heldFor = useContext(DelayedContext)
  const displayedText =
    heldFor === null ? (
      title
    ) : (
      <span role="timer" aria-live="off">
        Held back for {formatDuration(heldFor)}
      </span>
    )
  return (
    <Frame
      segments={<Three running />}
      title={displayedText}
      order={order}
      className={className}
      role="status"
      aria-busy
    >
      {children}
    </Frame>
  )
}

export type ErrorStateProps = {
  /** What failed: "Couldn’t load the standings". */
  title: ReactNode
  /** The message of the error. */
  message?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  order?: Order
  className?: string | undefined
}

/** Error state: two red segments, what failed, the message, and Try Again. */
export const ErrorState = ({ title, message, onRetry, retrying, order, className }: ErrorStateProps) => (
  <Frame segments={<Three red={2} />} title={title} order={order} className={className} role="alert">
    {message !== undefined && <Sentence>{message}</Sentence>}
    {onRetry && (
      <Box mt="auto" pt={8}>
        <AsyncButton
          variant="outline"
          size="sm"
          leftSection={<Icon icon={IconRefresh} size={16} />}
          loading={retrying}
          onClick={onRetry}
        >
          Try Again
        </AsyncButton>
      </Box>
    )}
  </Frame>
)
