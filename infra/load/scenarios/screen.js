import { WebSocket } from 'k6/websockets'
import { url } from './stage.js'

/**
 * Opens a fan's screen on `/ws`, which subscribes and passes every frame to `onFrame`.
 * It closes after `stay` ms, or when `onFrame` calls its second argument. `onClose` gets whether it closed by itself;
 * otherwise the product closed the connection.
 */
export const openScreen = ({ cookie }, subscription, { stay, onFrame, onOpen = () => {}, onClose = () => {} }) => {
  const headers = { Cookie: cookie, Origin: __ENV.ORIGIN || url }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, null, { headers })
  let hasLeft = false
  const leave = () => {
    hasLeft = true
    socket.close()
  }
  const end = setTimeout(leave, stay)
  socket.onopen = () => {
    onOpen()
    socket.send(JSON.stringify({ type: 'subscribe', data: { groupIds: [], ...subscription } }))
  }
  socket.onmessage = ({ data }) => onFrame(JSON.parse(data), leave)
  socket.onclose = () => {
    clearTimeout(end)
    onClose(hasLeft)
  }
}
