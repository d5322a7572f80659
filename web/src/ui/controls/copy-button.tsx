import { ActionIcon, type ActionIconProps, Box, Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { IconCheck, IconCopy, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '../base/icon.tsx'

/** Both labels lie in one cell, so that the button keeps the width of the longer one. */
const Label = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <span style={{ gridArea: '1 / 1', visibility: isShown ? 'visible' : 'hidden' }}>{children}</span>
)

type Copied = { isCopied: boolean }
type Props = ButtonProps & ElementProps<'button', keyof ButtonProps> & Copied & { icon?: TablerIcon }

/** A copy button that says "Copied" itself while `isCopied`; its width stays. */
export const CopyButton = ({ isCopied, icon = IconCopy, children, ...rest }: Props) => (
  <Button {...rest} leftSection={<Icon icon={isCopied ? IconCheck : icon} size={16} />}>
    <Box component="span" display="inline-grid">
      <Label isShown={!isCopied}>{children}</Label>
      <Label isShown={isCopied}>Copied</Label>
    </Box>
  </Button>
)

type IconProps = ActionIconProps & ElementProps<'button', keyof ActionIconProps> & Copied & { label: string }

/** The same as an icon alone. */
export const CopyActionIcon = ({ isCopied, label, title = label, ...rest }: IconProps) => (
  <ActionIcon {...rest} aria-label={isCopied ? `Copied: ${label}` : label} title={isCopied ? 'Copied' : title}>
    <Icon icon={isCopied ? IconCheck : IconCopy} />
  </ActionIcon>
)
