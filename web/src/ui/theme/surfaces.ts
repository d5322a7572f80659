import type { MantineThemeComponents } from '@mantine/core'
import classes from './surfaces.module.css'

/** The looks of a badge; `variant-colors.ts` has their colours. */
export type BadgeVariant =
  /** Tinted and outlined: a fact with one of the four meanings. */
  | 'purple'
  | 'green'
  | 'yellow'
  | 'red'
  /** Filled: the state of an event. `live` includes its dot; `ink` is for new items and one's own row, too. */
  | 'live'
  | 'running'
  | 'ink'
  /** Upcoming, Private, Active, and counts. */
  | 'neutral'
  /** Outlined only. */
  | 'plain'

declare module '@mantine/core' {
  interface BadgeProps {
    variant?: BadgeVariant
  }
}

/** Papers, badges, skeletons and tables. */
export const surfaces: MantineThemeComponents = {
  // `data-dot` adds a dot before the text. 20 px high; 18 for counts, 16 for the tag after a name. Capitals are set by CSS: pass the text as it is written elsewhere.
  Badge: {
    defaultProps: { component: 'span', variant: 'neutral', size: 'md', radius: 'xs' },
    classNames: { root: classes.badge, section: classes.section },
  },
  // With a border it stands alone: on a phone from edge to edge.
  Paper: { classNames: { root: classes.paper } },
  Skeleton: {
    defaultProps: { component: 'span', 'aria-hidden': true, height: 12, radius: 'xs' },
    classNames: { root: classes.skeleton },
  },
  // `mod="inset"` stands in a panel from edge to edge; otherwise its outer cells have no padding outside. A cell with `mod="figure"` is a number.
  Table: { defaultProps: { verticalSpacing: 'xs' }, classNames: { table: classes.table } },
}
