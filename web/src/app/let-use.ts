/** Says that the page can be used: one that came drawn is inert until then. */
export const letUse = (): void => document.getElementById('root')?.removeAttribute('inert')
