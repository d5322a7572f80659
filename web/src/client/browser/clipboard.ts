/** Copies a text to the clipboard. Returns false if the browser denies it; a page without https has no clipboard. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Opens a small window with a text to copy. Returns false if the browser blocked it. */
export const showInWindow = (text: string, title: string): boolean => {
  const popup = window.open('', '_blank', 'popup,width=520,height=280')
  if (!popup) return false
  const { document } = popup
  document.title = title
  const label = document.createElement('label')
  label.textContent = title
  label.style.cssText = 'display:block;font:16px system-ui;padding:16px'
  const area = document.createElement('textarea')
  area.readOnly = true
  area.value = text
  area.style.cssText = 'display:block;box-sizing:border-box;width:100%;height:120px;margin-top:12px;font:inherit'
  label.append(area)
  document.body.replaceChildren(label)
  area.select()
  return true
}

/** Opens an external page without giving it access to ours. */
export const openPage = (address: string): void => {
  window.open(address, '_blank', 'noopener,noreferrer')
}
