package paint

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"time"
)

// Scene is a picture of an animation, and for how long it stands.
type Scene struct {
	Picture image.Image
	Stands  time.Duration
}

// Animate makes a GIF of scenes, which goes round so many times and stops at the last one.
// A scene is what [Whole] has. One that is smaller than the largest stands at the top of
// the darkest ink, in the middle. What does not change from one scene to the next is not written again.
//
// It is a GIF because Discord shows only the first picture of an APNG. To those who want no
// motion it shows the first picture of a GIF, too.
func Animate(scenes []Scene, times int) ([]byte, error) {
	var size image.Rectangle
	for _, s := range scenes {
		size = size.Union(s.Picture.Bounds())
	}
	if size.Empty() || times < 1 {
		return nil, errors.New("an animation without a picture")
	}
	a := animation{size: size, shown: make([]color.RGBA, size.Dx()*size.Dy())}
	a.gif.Config = image.Config{Width: size.Dx(), Height: size.Dy()}
	if a.gif.LoopCount = times - 1; times == 1 {
		a.gif.LoopCount = -1
	}
	for _, s := range scenes {
		if err := a.add(s); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err := gif.EncodeAll(&b, &a.gif)
	return b.Bytes(), err
}

// animation is a GIF that is being made.
type animation struct {
	gif   gif.GIF
	size  image.Rectangle
	shown []color.RGBA // what is seen after the last scene
}

// add adds a scene, or lets the last one stand longer if it looks the same.
func (a *animation) add(s Scene) error {
	whole, ok := Whole(s.Picture)
	if !ok {
		return errors.New("an animation of a picture without a palette")
	}
	img := image.NewPaletted(a.size, whole.Palette)
	set(img.Pix, Night)
	left := (a.size.Dx() - whole.Rect.Dx()) / 2
	for y := range whole.Rect.Dy() {
		copy(img.Pix[img.PixOffset(left, y):], whole.Pix[y*whole.Stride:][:whole.Rect.Dx()])
	}
	delay := int(s.Stands / (10 * time.Millisecond))
	next := a.change(img)
	if next == nil {
		a.gif.Delay[len(a.gif.Delay)-1] += delay
		return nil
	}
	a.gif.Image = append(a.gif.Image, next)
	a.gif.Delay = append(a.gif.Delay, delay)
	a.gif.Disposal = append(a.gif.Disposal, gif.DisposalNone)
	return nil
}

// change shows img and returns what of it has to be written: the rectangle that changes, with
// nothing where it stays. It is nil if nothing changes. A palette with no colour to spare for
// nothing writes all of the rectangle.
func (a *animation) change(img *image.Paletted) *image.Paletted {
	var inks [256]color.RGBA
	for i, c := range img.Palette {
		inks[i] = color.RGBAModel.Convert(c).(color.RGBA)
	}
	var changed image.Rectangle
	var used [256]bool
	same := make([]bool, len(img.Pix))
	for i, p := range img.Pix {
		if same[i] = a.shown[i] == inks[p]; !same[i] {
			used[p] = true
			a.shown[i] = inks[p]
			x, y := i%img.Stride, i/img.Stride
			changed = changed.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	if changed.Empty() {
		return nil
	}
	for nothing := range used {
		if used[nothing] {
			continue
		}
		img.Palette = append(color.Palette(nil), img.Palette...)
		for len(img.Palette) <= nothing {
			img.Palette = append(img.Palette, color.RGBA{})
		}
		img.Palette[nothing] = color.RGBA{}
		for i := range img.Pix {
			if same[i] {
				img.Pix[i] = uint8(nothing)
			}
		}
		break
	}
	return img.SubImage(changed).(*image.Paletted)
}
