/** How many days a weekend may have, the first and the last included (docs/rules.md, Weekends). */
export const MAX_WEEKEND_DAYS = 31
