package gametest

// turnChapter checks the number of the chapter after an input.
func (p *play) turnChapter() {
	n := p.m.Chapter()
	if n < p.chapter {
		p.fail(Chapters, "chapter %d comes after chapter %d", n, p.chapter)
	}
	if n > p.chapter {
		if p.said["chapter"] = true; !p.say.Has("chapter") {
			p.fail(Chapters, "no words for %q", "chapter")
		}
	}
	p.chapter = n
}
