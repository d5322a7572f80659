/** Focuses an element, also one outside of the tab order such as a heading, without scrolling. */
export const focusElement = (element: HTMLElement): void => {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
