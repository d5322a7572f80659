/** Gives the focus to something that a key cannot reach, too, such as a heading, without moving the page. */
export const takeFocus = (element: HTMLElement): void => {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
