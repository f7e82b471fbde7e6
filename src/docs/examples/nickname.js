// getNickname
{
  const greet = ({ nickname }) => show(`Hello ${nickname ?? 'stranger'}`)

  greet(await Service.getNickname())
  Service.on('nickname', greet)
  button.onclick = async () => {
    greet(await Service.getNickname({ ask: true }))
  }
}
