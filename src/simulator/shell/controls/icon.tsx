/** Strokes on a 16 by 16 grid. */
const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  flag: 'M4 14V2.6M4 3h7.6l-1.6 2.6 1.6 2.6H4',
  dots: 'M3.2 8h.01M8 8h.01M12.8 8h.01',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.4v2.8h-2.8',
  sun: 'M8 5.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M3.5 12.5l.8-.8M11.7 4.3l.8-.8',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  monitor: 'M2 3h12v8H2zM6 13.6h4M8 11v2.6',
  code: 'M5.4 4L1.8 8l3.6 4M10.6 4l3.6 4-3.6 4',
  copy: 'M5.6 5.6h7.8v7.8H5.6zM3.4 10.4H2.6V2.6h7.8v.8',
  check: 'M3 8.6l3.2 3.2L13 4.8',
  download: 'M8 2.4v7.4M4.8 7L8 10.2 11.2 7M3 13.4h10',
  trash: 'M3 4.4h10M6.2 4.2V2.6h3.6v1.6M4.4 4.6l.6 8.8h6l.6-8.8',
  pause: 'M5.6 3.4v9.2M10.4 3.4v9.2',
  play: 'M5 3.2l7.4 4.8L5 12.8z',
  search: 'M7 2.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8M10.3 10.3l3.1 3.1',
  command:
    'M6 6h4v4H6zM6 6H4.4A1.6 1.6 0 1 1 6 4.4zM10 6V4.4A1.6 1.6 0 1 1 11.6 6zM10 10h1.6A1.6 1.6 0 1 1 10 11.6zM6 10v1.6A1.6 1.6 0 1 1 4.4 10z',
  tap: 'M8 2.2a3.4 3.4 0 0 1 3.4 3.4M8 5.2v6M8 11.2l-2-1.4M5.4 7.2h5.2v3.4a3 3 0 0 1-3 3h0',
  fit: 'M2.6 6V2.6H6M10 2.6h3.4V6M13.4 10v3.4H10M6 13.4H2.6V10',
  alert: 'M8 2.4l6.2 11H1.8zM8 6.6v3M8 11.6h.01',
  story: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M8 5.4v5.2M5.4 8h5.2',
  post: 'M2.8 2.4h10.4v11.2H2.8zM5.4 5.6h5.2M5.4 8h5.2M5.4 10.4h2.8',
  chat: 'M2.2 2.8h11.6v8H7.6l-3.2 2.6v-2.6H2.2z',
  picture: 'M2.4 3h11.2v10H2.4zM2.6 11.4l3.2-3.6 2.6 2.8 1.8-1.8 3.2 3M10.4 5.8h.01',
  video: 'M2 4h8.4v8H2zM10.4 7.2L14 5v6l-3.6-2.2',
  camera: 'M2 5h3l1-1.8h4L11 5h3v8H2zM8 6.6a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4',
  windows: 'M5.4 5.4h8v8h-8zM3.4 10.6h-.8v-8h8v.8',
  phone: 'M5 1.8h6v12.4H5zM7.4 12.2h1.2',
  unplug: 'M6 2v3M10 2v3M4.4 5h7.2v2a3.6 3.6 0 0 1-7.2 0zM8 10.6V14M2.4 13.6L13.6 2.4',
  plus: 'M8 3v10M3 8h10',
  sparkle: 'M7 2.4l1.4 3.8 3.8 1.4-3.8 1.4L7 12.8 5.6 9 1.8 7.6l3.8-1.4zM12.6 10.4v3.4M10.9 12.1h3.4',
  crown: 'M2.6 12.6h10.8M3 10.4L2.2 4.6l3.4 2.6L8 3l2.4 4.2 3.4-2.6-.8 5.8z',
  down: 'M8 3v9.4M4.4 9L8 12.6 11.6 9',
} as const

export type IconName = keyof typeof PATHS

/** An icon next to a text, or in a button with its own name: always hidden from assistive technology. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    class={`icon icon-${name}`}
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
)
