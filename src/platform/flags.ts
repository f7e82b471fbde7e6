/** What an upload is flagged with by the texts in its scripts, word for word (2.8). */
export const FLAGS = {
  webrtc: 'Uses WebRTC',
  websocket: 'Opens WebSockets',
  eventSource: 'Uses EventSource',
  sendBeacon: 'Uses navigator.sendBeacon',
} as const
