// The minimum of such a service: parses JSON and answers JSON. Prints its port when it listens.
import express from 'express'

const app = express()
app.post('/v1/posts', express.json({ limit: '256kb' }), (request, response) => {
  response.json({ result: `Your post is published. Characters: ${request.body.content.length}` })
})
// Discards uploads.
app.post('/v1/media', (request, response) => {
  request.resume().once('end', () => response.json({ result: 'Received.\nmedia_discarded' }))
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : null }))
})
