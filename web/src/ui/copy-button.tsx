import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Button, type ButtonProps } from './button.tsx'
import classes from './copy-button.module.css'
import { IconButton, type IconButtonProps } from './icon-button.tsx'

type Copied = { isCopied: boolean }

/** A copy button that says "Copied" itself while `isCopied`; its width stays. */
export const CopyButton = ({ isCopied, icon = IconCopy, children, ...rest }: ButtonProps & Copied) => (
  <Button {...rest} icon={isCopied ? IconCheck : icon}>
    <span className={classes.words}>
      <span aria-hidden={isCopied || undefined}>{children}</span>
      <span aria-hidden={!isCopied || undefined}>Copied</span>
    </span>
  </Button>
)

/** The same as an icon alone. */
export const CopyIconButton = ({ isCopied, label, title, ...rest }: Omit<IconButtonProps, 'icon'> & Copied) => (
  <IconButton
    {...rest}
    icon={isCopied ? IconCheck : IconCopy}
    label={isCopied ? `Copied: ${label}` : label}
    title={isCopied ? 'Copied' : title}
  />
)
