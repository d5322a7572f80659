import { ActionIcon, type ActionIconProps, Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { IconCheck, IconCopy, type TablerIcon } from '@tabler/icons-react'
import { Icon } from '../base/icon.tsx'
import classes from './copy-button.module.css'

type Copied = { isCopied: boolean }
type Props = ButtonProps & ElementProps<'button', keyof ButtonProps> & Copied & { icon?: TablerIcon }

/** A copy button that says "Copied" itself while `isCopied`; its width stays. */
export const CopyButton = ({ isCopied, icon = IconCopy, children, ...rest }: Props) => (
  <Button {...rest} leftSection={<Icon icon={isCopied ? IconCheck : icon} size={16} />}>
    <span className={classes.words}>
      <span aria-hidden={isCopied || undefined}>{children}</span>
      <span aria-hidden={!isCopied || undefined}>Copied</span>
    </span>
  </Button>
)

type IconProps = ActionIconProps & ElementProps<'button', keyof ActionIconProps> & Copied & { label: string }

/** The same as an icon alone. */
export const CopyActionIcon = ({ isCopied, label, title = label, ...rest }: IconProps) => (
  <ActionIcon {...rest} aria-label={isCopied ? `Copied: ${label}` : label} title={isCopied ? 'Copied' : title}>
    <Icon icon={isCopied ? IconCheck : IconCopy} />
  </ActionIcon>
)
